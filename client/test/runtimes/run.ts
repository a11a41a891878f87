/**
 * Runs the client in every supported runtime: `npm run test:client:runtimes`. npm installs each
 * runtime into a temporary folder. An unavailable runtime is reported.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installClient } from '../support/installed-client.ts'
import { runWorkerd } from './workerd.ts'

const RUNTIMES = [
  { name: 'Node 20', from: 'node@20', command: ['node'] },
  { name: 'Node 22', from: 'node@22', command: ['node'] },
  { name: 'Node 24', from: 'node@24', command: ['node'] },
  { name: 'Deno 2', from: 'deno@2', command: ['deno', 'run', '--allow-net', '--allow-env'] },
  { name: 'Bun 1', from: 'bun@1', command: ['bun'] },
  { name: 'Cloudflare Workers', from: 'workerd@1', command: ['workerd'] },
] as const

const installed = await installClient()
const folder = mkdtempSync(join(tmpdir(), 'piecework-runtimes-'))
try {
  for (const { name, from, command } of RUNTIMES) {
    const [program, ...flags] = command
    const bin = bringRuntime(from, join(folder, `${from}-runtime`))
    if (bin === undefined) {
      console.log(`${name}: not here, npm could not bring it`)
      continue
    }
    const home = join(folder, from)
    const path = join(bin, program)
    const said = program === 'workerd' ? await runWorkerd(path, home) : runSmoke(path, flags, home)
    console.log(`${name}: ${said}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function runSmoke(program: string, flags: readonly string[], home: string): string {
  cpSync(join(installed, 'node_modules'), join(home, 'node_modules'), { recursive: true })
  cpSync(join(import.meta.dirname, 'smoke.mjs'), join(home, 'smoke.mjs'))
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  return execFileSync(program, [...flags, 'smoke.mjs'], { cwd: home, encoding: 'utf8' }).trim()
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
