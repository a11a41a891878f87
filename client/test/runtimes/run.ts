/**
 * Runs the client in every supported runtime: `npm run test:client:runtimes`. npm installs each
 * runtime into a temporary folder. An unavailable runtime is reported.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installClient } from '../support/installed-client.ts'

const RUNTIMES = [
  { name: 'Node 18', from: 'node@18', command: ['node'] },
  { name: 'Node 20', from: 'node@20', command: ['node'] },
  { name: 'Node 22', from: 'node@22', command: ['node'] },
  { name: 'Deno 2', from: 'deno@2', command: ['deno', 'run', '--allow-net', '--allow-env'] },
  { name: 'Bun 1', from: 'bun@1', command: ['bun'] },
] as const

const installed = await installClient()
const folder = mkdtempSync(join(tmpdir(), 'piecework-runtimes-'))
try {
  for (const { name, from, command } of RUNTIMES) {
    const [program, ...flags] = command
    const home = join(folder, from)
    cpSync(join(installed, 'node_modules'), join(home, 'node_modules'), { recursive: true })
    cpSync(join(import.meta.dirname, 'smoke.mjs'), join(home, 'smoke.mjs'))
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
    const bin = bringRuntime(from, join(folder, `${from}-runtime`))
    if (bin === undefined) {
      console.log(`${name}: not here, npm could not bring it`)
      continue
    }
    const args = [...flags, 'smoke.mjs']
    const said = execFileSync(join(bin, program), args, { cwd: home, encoding: 'utf8' })
    console.log(`${name}: ${said.trim()}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function bringRuntime(from: string, home: string): string | undefined {
  try {
    const args = ['install', '--no-audit', '--no-fund', '--prefix', home, from]
    execFileSync('npm', args, { stdio: 'ignore', timeout: 300_000 })
    return join(home, 'node_modules/.bin')
  } catch {
    return undefined
  }
}
