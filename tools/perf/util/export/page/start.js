window.flame = new Page(JSON.parse($("data").textContent));
