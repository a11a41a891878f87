import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claudeCode, codex, litellm, openTelemetry } from './exporters.ts'

const guide = readFileSync(new URL('../../../../docs/traces.md', import.meta.url), 'utf8')
const target = { origin: 'http://127.0.0.1:8080', key: 'YOUR_SECRET_KEY' }

test.each([openTelemetry, claudeCode, codex, litellm])(
  'the page and the guide have the same block: $name',
  (block) => {
    expect(guide).toContain(`\n${block(target)}\n\`\`\``)
  },
)
