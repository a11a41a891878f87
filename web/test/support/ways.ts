import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bodiesOf } from '../../../server/test/traces/fixture.ts'

const run = promisify(execFile)
const REPOSITORY = join(import.meta.dirname, '../../..')

/** Runs a block as a terminal in the checkout does; returns its output. */
export async function inTerminal(block: string, env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: REPOSITORY, env: { ...process.env, ...env } }
  return (await run('sh', ['-c', block], options)).stdout
}

const command = (agent: string) =>
  `"${process.execPath}" "${join(import.meta.dirname, `agents/${agent}.ts`)}"`

/** Pastes a block into a terminal, then starts an agent there, which reads what the block exports. */
export const startAgentAfter = (block: string) => inTerminal(`${block}\n${command('ai-sdk-agent')}`)

/** Pastes the block for Claude Code into a terminal in which `claude` exports its recorded logs. */
export const startClaudeCodeBy = (block: string) =>
  inTerminal(`claude() { ${command('claude-code-logs')}; }\n${block}`)

/**
 * Sends what Codex sent when it was recorded, to the address and with the header that the block writes to
 * its configuration. Codex exports with a library for Rust, and needs an account.
 */
export async function exportByCodex(block: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'piecework-codex-'))
  try {
    await inTerminal(block, { HOME: home })
    const config = await readFile(join(home, '.codex/config.toml'), 'utf8')
    const [, url = '', protocol = '', header = '', key = ''] =
      /^\[otel\]\nexporter = \{ otlp-http = \{ endpoint = "(.+?)", protocol = "(.+?)", headers = \{ "(.+?)" = "(.+?)" \} \} \}$/m.exec(
        config,
      ) ?? []
    const bodies = bodiesOf('codex/logs', 'logs').filter(({ encoding }) => encoding === protocol)
    if (bodies.length === 0) throw new Error(`Codex was not recorded in ${protocol}`)
    const headers = { [header]: key, 'content-type': 'application/json' }
    for (const { body } of bodies) await post(url, headers, body)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/**
 * Sends a call to the callback that the block configures. LiteLLM is a proxy in Python that does not run
 * here: the fields of the call are those of its documentation.
 */
export async function callBackBy(block: string, call: object): Promise<void> {
  const [, url = ''] = /^ {4}endpoint: (\S+)$/m.exec(block) ?? []
  const [, header = '', key = ''] = /^ {4}headers:\n {6}(\S+): (\S+)$/m.exec(block) ?? []
  const headers = { [header]: key, 'content-type': 'application/json' }
  await post(url, headers, JSON.stringify([call]))
}

async function post(url: string, headers: Record<string, string>, body: BodyInit) {
  const answer = await fetch(url, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
}
