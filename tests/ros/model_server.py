"""A language model behind a server: a process boundary, so it is a script that says what a test wants, as slowly as it wants."""

import http.server
import json
import threading

MODEL = "tiny-1"


class ModelServer:
    """An OpenAI-compatible server that gives one answer to everything, or what a function makes of a request, and keeps what it
    was asked."""

    def __init__(self):
        self.says, self.requests, self.may_answer = "NONE", [], threading.Event()
        self.may_answer.set()
        server = self

        class Answering(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(request)
                server.may_answer.wait(30)
                says = server.says(request) if callable(server.says) else server.says
                message = {"role": "assistant", "content": says}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                usage = {"prompt_tokens": 700, "completion_tokens": 20}
                body = json.dumps({"model": MODEL, "choices": [choice], "usage": usage}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=self.http.serve_forever, daemon=True)
        self.thread.start()

    @property
    def address(self):
        """What a fleet file says of it."""
        url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"
        return {"base_url": url, "model": MODEL, "attempts": 1, "call_timeout_ms": 20000}

    def close(self):
        self.may_answer.set()
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()
