import { runProgram } from '../program.mjs'

/** Ids of the account and the installation. */
export const replaced = {
  'user.id': 'a1b2c3',
  'session.id': '00000000-0000-4000-8000-000000000001',
}

export function cases(collector) {
  return {
    logs: () =>
      runProgram({
        command: ['claude', '-p', 'Weather in Oslo?', '--model', 'claude-sonnet-4-5-20250929'],
        env: ({ models }) => ({
          ANTHROPIC_API_KEY: 'none',
          ANTHROPIC_BASE_URL: models,
          CLAUDE_CODE_ENABLE_TELEMETRY: '1',
          CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          OTEL_LOGS_EXPORTER: 'otlp',
          OTEL_TRACES_EXPORTER: 'otlp',
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_RESOURCE_ATTRIBUTES: 'piecework.customer=acme,piecework.agent=coding-agent',
        }),
      }),
  }
}
