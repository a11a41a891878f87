import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUpOnExit } from '../../support/clean-up-on-exit.ts'
import { withModules } from './modules.ts'
import { pythonSettings } from './python.ts'

/** Ends the output of a block. `steps.ts` and `steps.py` write it too. */
const MARK = '-- the block has ended --'
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
  const child = spawn(command, args, { cwd: folder, env: { PATH, ...env } })
  if (child.pid) cleanUpOnExit({ pid: child.pid })
  const closed = once(child, 'close')
  return {
    run: () => runBlock(child),
    close: async () => {
      child.stdin.end()
      child.kill()
      await closed
    },
  }
}

async function runBlock(child: ChildProcessWithoutNullStreams): Promise<string> {
  let [output, errors] = ['', '']
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const onOutput = (chunk: Buffer) => {
    output += chunk
    if (output.endsWith(MARK)) resolve()
  }
  const onErrors = (chunk: Buffer) => {
    errors += chunk
  }
  const onClose = (code: number | null) =>
    reject(new Error(`the program ended with ${code}:\n${output}\n${errors}`))
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onErrors)
  child.once('close', onClose)
  child.stdin.write('\n')
  try {
    await done
  } finally {
    child.stdout.off('data', onOutput)
    child.stderr.off('data', onErrors)
    child.off('close', onClose)
  }
  return output.slice(0, -MARK.length)
}
