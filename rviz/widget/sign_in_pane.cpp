#include "widget/sign_in_pane.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "widget/tone.hpp"

namespace surefleet::help
{

SignInPane::SignInPane(QWidget * parent)
: QWidget(parent),
  words_(new QLabel(this)),
  form_(new QWidget(this))
{
  words_->setObjectName("signed_by");
  words_->setTextFormat(Qt::PlainText);
  words_->setWordWrap(true);
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  words_->setSizePolicy(policy);

  auto * fields = new QVBoxLayout(form_);
  fields->setContentsMargins(0, 0, 0, 0);
  fields->setSpacing(4);
  name_ = addField("sign_in_name", "Your name; empty: this machine signs for its local user");
  passphrase_ = addField("sign_in_passphrase", "Your passphrase; empty: your key file signs");
  passphrase_->setEchoMode(QLineEdit::Password);
  folder_ = addField("sign_in_folder", "");
  auto * buttons = new QHBoxLayout;
  auto * enter = new QPushButton("Sign in (Enter)", form_);
  enter->setObjectName("sign_in_now");
  auto * leave = new QPushButton("Cancel (Esc)", form_);
  for (QPushButton * button : {enter, leave}) {
    button->setAutoDefault(false);
    button->setFocusPolicy(Qt::TabFocus);
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  fields->addLayout(buttons);
  connect(enter, &QPushButton::clicked, this, &SignInPane::attempt);
  connect(leave, &QPushButton::clicked, this, &SignInPane::close);

  auto * column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  column->addWidget(words_);
  column->addWidget(form_);
  form_->hide();
  show(nullptr);
}

QLineEdit * SignInPane::addField(const char * name, const char * words)
{
  auto * field = new QLineEdit(form_);
  field->setObjectName(name);
  field->setPlaceholderText(words);
  field->setAccessibleName(words);
  field->setMinimumWidth(80);
  field->installEventFilter(this);
  form_->layout()->addWidget(field);
  return field;
}

void SignInPane::setFolder(const QString & folder, const QString & why_not)
{
  known_folder_ = folder;
  why_not_ = why_not;
  folder_->setPlaceholderText(
    folder.isEmpty() ? QString("Folder with fleet.pub, fleet.roster and keys") : "Folder of the keys; empty: " + folder);
}

void SignInPane::signInLocally()
{
  if (known_folder_.isEmpty()) {
    tell("Not signed in: " + why_not_, true);
    return;
  }
  const SignIn made = sign_in(known_folder_.toStdString(), Signet::kLocal);
  if (made.signet == nullptr) {
    tell("Not signed in: " + text(made.wrong), true);
    return;
  }
  Q_EMIT signedIn(made.signet);
}

void SignInPane::attempt()
{
  const QString folder = folder_->text().trimmed().isEmpty() ? known_folder_ : folder_->text().trimmed();
  if (folder.isEmpty()) {
    tell("Name the folder of the keys: " + why_not_, true);
    return;
  }
  const QString given = name_->text().trimmed();
  const std::string name = given.isEmpty() ? Signet::kLocal : given.toStdString();
  const std::string passphrase = passphrase_->text().toStdString();
  const SignIn made = passphrase.empty() ? sign_in(folder.toStdString(), name) :
    sign_in(folder.toStdString(), name, passphrase);
  passphrase_->clear();
  if (made.signet == nullptr) {
    tell("Not signed in: " + text(made.wrong), true);
    return;
  }
  close();
  Q_EMIT signedIn(made.signet);
}

void SignInPane::show(const std::shared_ptr<const Signet> & signer)
{
  if (signer == nullptr) {
    tell("Not signed in: nothing can be claimed or answered.", true);
  } else if (signer->is_local()) {
    tell("Signed by this machine for its local user.", false);
  } else {
    tell("Signed by " + text(signer->name()) + ".", false);
  }
}

void SignInPane::tell(const QString & words, bool is_trouble)
{
  words_->setText(breakable(words.toStdString()));
  setTone(words_, is_trouble ? Tone::Danger : Tone::Muted);
}

bool SignInPane::isOpen() const
{
  return !form_->isHidden();
}

void SignInPane::open()
{
  form_->show();
  name_->setFocus();
  Q_EMIT opened();
}

void SignInPane::close()
{
  // A secret that was typed is not kept on the screen's far side.
  passphrase_->clear();
  form_->hide();
  Q_EMIT closed();
}

bool SignInPane::eventFilter(QObject * watched, QEvent * event)
{
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      attempt();
      return true;
    }
    if (key == Qt::Key_Escape) {
      close();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace surefleet::help
