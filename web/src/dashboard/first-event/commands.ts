const RECORD = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
}

/** Languages of the command that records a first event. */
export const LANGUAGES = ['curl', 'Node', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

type Target = { origin: string; key: string }

/** Returns a command for a terminal that records one event. */
export function commandOf(language: Language, target: Target): string {
  switch (language) {
    case 'curl':
      return curl(target)
    case 'Node':
      return node(target)
    case 'Python':
      return python(target)
  }
}

const recordText = JSON.stringify(RECORD, null, 2)

function curl({ origin, key }: Target): string {
  return [
    `curl ${origin}/v1/usage/record`,
    `-H 'x-api-key: ${key}'`,
    "-H 'content-type: application/json'",
    `-d '${JSON.stringify({ records: [RECORD] }, null, 2)}'`,
  ].join(' \\\n  ')
}

function node({ origin, key }: Target): string {
  return `node --input-type=module <<'END'
const record = ${recordText}
const answer = await fetch('${origin}/v1/usage/record', {
  method: 'POST',
  headers: { 'x-api-key': '${key}', 'content-type': 'application/json' },
  body: JSON.stringify({ records: [record] }),
})
console.log(await answer.text())
END`
}

/** The record has only text and whole numbers, which Python writes as JSON does. */
function python({ origin, key }: Target): string {
  return `python3 <<'END'
import json, urllib.request
record = ${recordText}
request = urllib.request.Request(
  "${origin}/v1/usage/record",
  data=json.dumps({"records": [record]}).encode(),
  headers={"x-api-key": "${key}", "content-type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())
END`
}
