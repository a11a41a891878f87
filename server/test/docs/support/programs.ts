import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUpOnExit } from '../../support/clean-up-on-exit.ts'
import { BLOCK_END } from './block-end.ts'
import { withModules } from './modules.ts'
import { pythonSettings } from './python.ts'

const STEPS = join(import.meta.dirname, 'steps.ts')
const PYTHON_STEPS = join(import.meta.dirname, 'steps.py')

type Options = { folder: string; env: Record<string, string> }

/** A program whose blocks run one after the other, in one process. */
export type Program = { run: () => Promise<string>; close: () => Promise<void> }

/**
 * Starts the examples of a page in TypeScript as one program, which waits before each block. A
 * block therefore has the names of the blocks before it, and the page can do something in between.
 */
export async function openTypeScript(blocks: string[], { folder, env }: Options): Promise<Program> {
  const file = join(folder, 'page.ts')
  const steps = blocks.map((block) => `await nextBlock()\n${block}`)
  const text = `import { nextBlock } from '${STEPS}'\n${steps.join('\n')}\nawait nextBlock()\n`
  await writeFile(file, withModules(text))
  return start(process.execPath, [file], { folder, env })
}

/** Starts the examples of a page in Python, like `openTypeScript`. */
export async function openPython(blocks: string[], { folder, env }: Options): Promise<Program> {
  const file = join(folder, 'page.json')
  await writeFile(file, JSON.stringify(blocks))
  return start('python3', [PYTHON_STEPS, file], { folder, env: { ...pythonSettings(), ...env } })
}

function start(command: string, args: string[], { folder, env }: Options): Program {
  const { PATH = '' } = process.env
  // `steps.ts` and `steps.py` read BLOCK_END.
  const child = spawn(command, args, { cwd: folder, env: { PATH, BLOCK_END, ...env } })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  const closed = once(child, 'close')
  // A write to a program that has ended fails; `closed` reports its end.
  child.stdin.on('error', () => undefined)
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const ending = async () => {
    const [code] = await closed
    return `${code}:\n${Buffer.concat(errors)}`
  }
  return {
    run: () => runBlock(child, ending()),
    close: async () => {
      child.stdin.end()
      child.kill()
      await closed
    },
  }
}

/** Runs the next block. `ending` resolves to the status and the errors of a program that has ended. */
async function runBlock(
  child: ChildProcessWithoutNullStreams,
  ending: Promise<string>,
): Promise<string> {
  let output = ''
  const { promise: done, resolve } = Promise.withResolvers<undefined>()
  const onOutput = (chunk: Buffer) => {
    output += chunk
    if (output.endsWith(BLOCK_END)) resolve(undefined)
  }
  child.stdout.on('data', onOutput)
  child.stdin.write('\n')
  try {
    const failure = await Promise.race([done, ending])
    if (failure !== undefined) throw new Error(`the program ended with ${failure}\n${output}`)
  } finally {
    child.stdout.off('data', onOutput)
  }
  return output.slice(0, -BLOCK_END.length)
}
