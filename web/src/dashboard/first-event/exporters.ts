import type { Target } from './target.ts'

/** Variables of every exporter of OpenTelemetry. */
export function openTelemetry({ origin, key }: Target): string {
  return [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}/v1/otlp`,
    `export OTEL_EXPORTER_OTLP_HEADERS=x-api-key=${key}`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
  ].join('\n')
}

/** Claude Code exports log records of its calls. Its resource names the customer and the outcome. */
export function claudeCode({ origin, key }: Target): string {
  return [
    'export CLAUDE_CODE_ENABLE_TELEMETRY=1',
    'export OTEL_LOGS_EXPORTER=otlp',
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}/v1/otlp`,
    `export OTEL_EXPORTER_OTLP_HEADERS=x-api-key=${key}`,
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/json',
    'export OTEL_RESOURCE_ATTRIBUTES=piecework.customer=acme,piecework.signal=session',
    'claude',
  ].join('\n')
}

/** Codex reads its exporter from a file only. */
export function codex({ origin, key }: Target): string {
  return `mkdir -p ~/.codex && cat >> ~/.codex/config.toml <<'END'

[otel]
exporter = { otlp-http = { endpoint = "${origin}/v1/otlp/v1/logs", protocol = "json", headers = { "x-api-key" = "${key}" } } }
END`
}

/** The generic callback of LiteLLM. */
export function litellm({ origin, key }: Target): string {
  return `litellm_settings:
  callbacks: ["piecework"]
callback_settings:
  piecework:
    callback_type: generic_api
    endpoint: ${origin}/v1/ingest/litellm
    headers:
      x-api-key: ${key}`
}
