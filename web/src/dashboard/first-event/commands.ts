import type { Target } from './target.ts'

const RECORD = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
}

export type Language = 'curl' | 'Node' | 'Python'

/** Returns a command for a terminal that records one event. */
export function recordCommand(language: Language, target: Target): string {
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

/** A workspace of the checkout: its modules find the client by its name. */
function node({ origin, key }: Target): string {
  return `npm run -s build -w client && node --input-type=module <<'END'
import { Piecework } from '@piecework/client'
const piecework = new Piecework({
  apiKey: '${key}',
  baseUrl: '${origin}',
})
piecework.record(${recordText})
await piecework.close()
console.log(piecework.counts)
END`
}

/** The record has only text and whole numbers, which Python writes as JSON does. */
function python({ origin, key }: Target): string {
  return `PYTHONPATH=client-python/src python3 <<'END'
from piecework import Piecework
piecework = Piecework(
  api_key="${key}",
  base_url="${origin}",
)
piecework.record(${recordText})
piecework.close()
print(piecework.counts)
END`
}
