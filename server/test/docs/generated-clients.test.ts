import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followReferences } from '../support/openapi.ts'
import { useTestApp } from '../support/use-app.ts'
import { callingEveryOperation } from './support/every-operation.ts'
import { blocksOf, ROOT } from './support/pages.ts'

const run = promisify(execFile)
const t = useTestApp()
let url: string
const [generate, program, withoutCsv] = blocksOf(
  'generated-clients.md',
  await readFile(join(ROOT, 'docs/generated-clients.md'), 'utf8'),
).flatMap(({ note, text }) => (note.startsWith('by ') ? [text] : []))

let folder: string
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'piecework-generated-'))
  await copyFile(join(ROOT, 'openapi.json'), join(folder, 'openapi.json'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a block of the page; the generator is the one of this checkout. */
const shell = (block = '') => {
  const cli = join(ROOT, 'client/node_modules/openapi-typescript/bin/cli.js')
  return run('sh', ['-ec', block.replace('npx openapi-typescript', `node ${cli}`)], { cwd: folder })
}

async function typeProblems(): Promise<string> {
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')], rootDir: '/' }
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions,
    include: ['program.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const tsc = run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder])
  return (await tsc.catch((error: { stdout: string }) => error)).stdout
}

/** Returns the program of the page with the address and the key of the service. */
const filled = () =>
  (program ?? '')
    .replace('http://127.0.0.1:8080', url)
    .replace('YOUR_SECRET_KEY', t.organization.secretKey)

test('the generated client of the page has the right types, and calls the service', async () => {
  await shell(generate)
  await writeFile(join(folder, 'program.ts'), filled())
  expect(await typeProblems()).toBe('')
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder })
  expect(stdout.trim()).toBe("{ name: 'Acme Corporation', events: 0 }")
})

test('without the flag and the kind of answer that the page names, it has not', async () => {
  await shell(generate?.replace(' --default-non-nullable=false', ''))
  await writeFile(join(folder, 'program.ts'), filled().replace(", 'application/json'", ''))
  const problems = await typeProblems()
  expect(problems).toContain('status')
  expect(problems).toContain('totalResults')
})

test('the generated client calls every operation, with the example of its body', async () => {
  await shell(generate)
  const document = await readFile(join(folder, 'openapi.json'), 'utf8')
  const { count, text } = callingEveryOperation(document, { url, key: t.organization.secretKey })
  expect(count).toBeGreaterThan(180)
  await writeFile(join(folder, 'program.ts'), text)
  expect(await typeProblems()).toBe('')
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder })
  const answers: [string, number][] = JSON.parse(stdout)
  expect(answers).toHaveLength(count)
  expect(answers.filter(([, status]) => status >= 500)).toEqual([])
  expect(answers.filter(([, status]) => status < 300).length).toBeGreaterThan(70)
}, 600_000)

test('the document without CSV has one kind of answer to each operation', async () => {
  await shell(withoutCsv)
  const text = await readFile(join(folder, 'openapi-json-only.json'), 'utf8')
  type Operation = { responses: Record<string, { content?: object }> }
  const { paths } = followReferences(JSON.parse(text))
  const operations = Object.values<Record<string, Operation>>(paths).flatMap(Object.values)
  expect(operations.length).toBeGreaterThan(100)
  for (const { responses } of operations as Operation[]) {
    for (const { content = {} } of Object.values(responses)) {
      expect(Object.keys(content).length).toBeLessThan(2)
    }
  }
})
