import { runProgram } from '../program.mjs'

export function cases(collector) {
  return {
    logs: () =>
      runProgram({
        command: ['codex', 'exec', '--skip-git-repo-check', 'Weather in Oslo?'],
        env: ({ home }) => ({ CODEX_HOME: home, FAKE_KEY: 'none' }),
        files: ({ models }) => ({
          'config.toml': `
model = "gpt-5-mini"
model_provider = "fake"
[model_providers.fake]
name = "OpenAI"
base_url = "${models}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
[otel]
environment = "production"
log_user_prompt = false
exporter = { otlp-http = { endpoint = "${collector.url}/v1/logs", protocol = "json" } }
`,
        }),
      }),
  }
}
