// The back end of the page for a server; tools/site/playground.js is the one without a server.

async function send(path, question, signal) {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(question), signal });
    const isText = response.headers.get("content-type").startsWith("text/html");
    const answer = isText ? await response.text() : await response.json();
    return response.ok ? { answer } : answer;
  } catch {
    return { error: "The server does not answer. Has it been stopped?" };
  }
}
