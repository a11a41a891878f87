import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MODULES, withModules } from './modules.ts'
import { type Block, ROOT } from './pages.ts'

const run = promisify(execFile)

type Program = Pick<Block, 'page' | 'line' | 'text'>

/** Runs a block as a separate program and returns its output. */
export async function runProgram(text: string, folder: string, env: Record<string, string>) {
  const file = join(folder, 'program.ts')
  await writeFile(file, withModules(text))
  const { PATH = '' } = process.env
  return (await run(process.execPath, [file], { cwd: folder, env: { PATH, ...env } })).stdout
}

/** Type-checks all blocks at once and returns the compiler's messages. */
export async function typeProblems(blocks: readonly Program[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'piecework-docs-types-'))
  try {
    await Promise.all(blocks.map((block) => writeFile(join(folder, nameOf(block)), block.text)))
    const compilerOptions = {
      paths: Object.fromEntries(Object.entries(MODULES).map(([name, path]) => [name, [path]])),
      typeRoots: [join(ROOT, 'node_modules/@types')],
      rootDir: '/',
      // An example may end before it uses its variables.
      noUnusedLocals: false,
      // `strict` does not include it, and most projects do not set it.
      noUncheckedIndexedAccess: false,
    }
    const settings = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    await writeFile(join(folder, 'package.json'), '{"type": "module"}')
    const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const nameOf = ({ page, line }: Program) => `${page.replace(/\W+/g, '-')}-${line}.ts`
