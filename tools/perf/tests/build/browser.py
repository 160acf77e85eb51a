# SPDX-License-Identifier: GPL-2.0-only
"""A page in chromium without a window, driven over a pipe (the protocol of its developer tools).

Everything that the page asks for is kept in `requests`, what it complains of in `errors`.
"""
import atexit
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def program():
    return next((p for p in map(shutil.which, NAMES) if p), None)


class Browser:
    """The process that all pages of this program share: to start it takes longer than to look at most of them."""

    one = None

    def __init__(self):
        self.home = tempfile.mkdtemp()
        self.buffer, self.last = b"", 0
        to_r, self.to = os.pipe()
        self.back, back_w = os.pipe()
        # The browser's ends of the pipes are descriptors 3 and 4.
        command = ("exec 3<&%d 4>&%d; exec \"$@\"" % (to_r, back_w))
        flags = ["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-extensions",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                 # It takes 200 links in ten seconds, and leaves others out: a test makes as many, if the machine is fast.
                 "--disable-ipc-flooding-protection", "--user-data-dir=" + self.home]
        if os.getuid() == 0:
            flags.append("--no-sandbox")
        self.process = subprocess.Popen(["bash", "-c", command, "bash", program()] + flags + ["about:blank"],
                                        pass_fds=(to_r, back_w), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "HOME": self.home})
        os.close(to_r)
        os.close(back_w)
        atexit.register(self.close)

    @classmethod
    def get(cls):
        if not cls.one:
            cls.one = cls()
        return cls.one

    def read(self, end):
        """The next message, before the clock is at `end`."""
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.back, 1 << 20)
            if not data:
                raise EOFError("the browser is gone")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def send(self, method, session, params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        return self.last

    def close(self):
        try:
            self.send("Browser.close", None, {})
        except OSError:
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.to)
        os.close(self.back)
        # Its handler of crashes ends a little later, and still writes.
        for _ in range(50):
            shutil.rmtree(self.home, ignore_errors=True)
            if not os.path.exists(self.home):
                break
            time.sleep(0.1)


class Page:
    """One page, in a context of its own: nothing that another page has stored is there."""

    def __init__(self, url, width=1300, height=800, dark=False, patience=60):
        self.browser = Browser.get()
        self.patience = patience
        self.session = None
        self.requests, self.errors, self.events = [], [], []
        self.context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=self.context, width=width, height=height)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.scheme(dark)
        self.open(url)

    def scheme(self, dark):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, url):
        self.events = []
        self.call("Page.navigate", url=url)
        end = time.monotonic() + self.patience
        while "Page.loadEventFired" not in self.events:
            if time.monotonic() > end:
                raise TimeoutError("the page does not load")
            self.read(end)

    def read(self, end):
        message = self.browser.read(end)
        # What an earlier page still says is none of this one's.
        if message.get("sessionId") not in (None, self.session):
            return {}
        method, params = message.get("method"), message.get("params", {})
        if method:
            self.events.append(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            d = params["exceptionDetails"]
            self.errors.append(d.get("exception", {}).get("description", d["text"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        return message

    def call(self, method, **params):
        number = self.browser.send(method, self.session, params)
        end = time.monotonic() + self.patience
        while True:
            answer = self.read(end)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def run(self, script):
        """The value of an expression, or what its promise comes to."""
        r = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in r:
            raise RuntimeError(r["exceptionDetails"].get("exception", {}).get("description", script))
        return r["result"].get("value")

    def frame(self):
        """What was asked for is drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def click(self, x, y):
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", clickCount=1)
        self.frame()

    def drag(self, x, y, to_x, to_y):
        for kind, (at_x, at_y), button in (("mouseMoved", (x, y), "none"), ("mousePressed", (x, y), "left"),
                                           ("mouseMoved", (to_x, to_y), "left"), ("mouseReleased", (to_x, to_y), "left")):
            self.call("Input.dispatchMouseEvent", type=kind, x=at_x, y=at_y, button=button, buttons=int(button == "left"), clickCount=1)
        self.frame()

    def key(self, key, text=None, shift=False):
        codes = {"Enter": 13, "Escape": 27, "Backspace": 8, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        down = {"type": "keyDown" if text else "rawKeyDown", "key": key, "windowsVirtualKeyCode": codes.get(key, ord(key[0].upper()))}
        if text:
            down["text"] = text
        if shift:
            down["modifiers"] = 8
        self.call("Input.dispatchKeyEvent", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=down["windowsVirtualKeyCode"])
        self.frame()

    def picture(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        self.session = None
        try:
            self.call("Target.disposeBrowserContext", browserContextId=self.context)
        except (OSError, EOFError, TimeoutError, RuntimeError):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
