const RECORD = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  model: 'gpt-4o',
  modelProvider: 'openai',
  inputTokens: 1200,
  outputTokens: 350,
}

/** Returns a command that records one event from any terminal. */
export function curlLine(origin: string, key: string): string {
  return [
    `curl ${origin}/v1/usage/record`,
    `-H 'x-api-key: ${key}' -H 'content-type: application/json'`,
    `-d '${JSON.stringify({ records: [RECORD] }, null, 2)}'`,
  ].join(' \\\n  ')
}
