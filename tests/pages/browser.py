"""Drives Chromium without a window, by its DevTools protocol over a pipe."""
import base64
import json
import os
import select
import shutil
import subprocess
import time


class BrowserError(Exception):
    """Chromium is missing, has ended, or does not answer in time."""


class Browser:
    """A Chromium process. Use it in a `with` statement."""

    def __init__(self, timeout=60):
        program = shutil.which("chromium")
        if program is None:
            raise BrowserError("chromium is missing; see ./setup install chromium")
        self.timeout = timeout
        self.calls = 0
        self.buffer = b""
        self.events = []
        to_browser, self.out = os.pipe()
        self.incoming, from_browser = os.pipe()

        def give_pipes():  # Chromium reads commands from 3 and writes answers to 4
            read, write = os.dup(to_browser), os.dup(from_browser)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--force-device-scale-factor=1", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=give_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.out)
        os.close(self.incoming)

    def call(self, method, parameters=None, session=None):
        """Calls a method of the protocol, and returns its result."""
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters or {}}
        if session is not None:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        answer = self.wait(lambda come: come.get("id") == message["id"], method)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def wait(self, wanted, what):
        """Returns the next message that is wanted. Keeps the others as events."""
        end = time.monotonic() + self.timeout
        while True:
            while b"\0" not in self.buffer:
                ready, _, _ = select.select([self.incoming], [], [], max(0.0, end - time.monotonic()))
                read = os.read(self.incoming, 1 << 16) if ready else b""
                if not read:
                    raise BrowserError(f"{what}: no answer from Chromium in {self.timeout} s")
                self.buffer += read
            line, self.buffer = self.buffer.split(b"\0", 1)
            message = json.loads(line)
            if wanted(message):
                return message
            self.events.append(message)

    def open(self, address, width=1280, height=1000, **media):
        """Opens a page, and returns its tab. `media`: features such as prefers_color_scheme="dark"."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        tab = Tab(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.call(f"{domain}.enable")
        tab.resize(width, height)
        features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
        tab.call("Emulation.setEmulatedMedia", {"features": features})
        self.events.clear()
        tab.call("Page.navigate", {"url": address})
        if not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.wait(lambda come: come.get("method") == "Page.loadEventFired", address))
        return tab


class Tab:
    """A page in the browser."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, parameters=None):
        return self.browser.call(method, parameters, self.session)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def run(self, script):
        """Returns the value of a JavaScript expression, and waits for it if it is a promise."""
        answer = self.call("Runtime.evaluate",
                           {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise BrowserError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def until(self, script, timeout=10):
        """Waits until a JavaScript expression is true. Returns false if it is not in `timeout` seconds."""
        end = time.monotonic() + timeout
        while not self.run(f"Boolean({script})"):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def press(self, key, shift=False):
        """Presses a key and releases it."""
        event = {"key": key, "modifiers": 8 if shift else 0, "text": key if len(key) == 1 else ""}
        self.call("Input.dispatchKeyEvent", {"type": "keyDown", **event})
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def point(self, x, y, click=False):
        """Moves the mouse to a point of the page, in pixels, and clicks if asked."""
        self.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        for kind in ("mousePressed", "mouseReleased") if click else ():
            self.call("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def picture(self, path, clip=None):
        """Writes a picture of the page as PNG, or of the part `clip` of it."""
        options = {"format": "png", "captureBeyondViewport": True, **({"clip": clip} if clip else {})}
        data = self.call("Page.captureScreenshot", options)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def faults(self):
        """Returns the errors on the page's console, and its requests to anything but files and data."""
        found = []
        for event in self.browser.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(f"exception: {parameters['exceptionDetails'].get('exception', {}).get('description')}")
            elif event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
                found.append(f"console: {[argument.get('value') for argument in parameters['args']]}")
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(f"log: {parameters['entry']['text']}")
            elif event.get("method") == "Network.requestWillBeSent":
                address = parameters["request"]["url"]
                if not address.startswith(("file:", "data:")):
                    found.append(f"request: {address}")
        return found

    def close(self):
        self.call("Page.close")
