// Stand-in for rviz_common: a configuration is one flat map, shared by its copies as RViz's are.
#ifndef RVIZ_COMMON__CONFIG_HPP_
#define RVIZ_COMMON__CONFIG_HPP_

#include <QMap>
#include <QString>
#include <QVariant>

#include <memory>

namespace rviz_common
{

class Config
{
public:
  void mapSetValue(const QString & key, const QVariant & value) {(*values)[key] = value;}

  bool mapGetString(const QString & key, QString * value) const
  {
    if (values->contains(key)) {
      *value = values->value(key).toString();
    }
    return values->contains(key);
  }

  bool mapGetBool(const QString & key, bool * value) const
  {
    if (values->contains(key)) {
      *value = values->value(key).toBool();
    }
    return values->contains(key);
  }

  std::shared_ptr<QMap<QString, QVariant>> values = std::make_shared<QMap<QString, QVariant>>();
};

}  // namespace rviz_common

#endif  // RVIZ_COMMON__CONFIG_HPP_
