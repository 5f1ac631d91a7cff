// The data of a report stands in its page.

load(JSON.parse(byId("data").textContent));
