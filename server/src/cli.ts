import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { runCommand } from './commands/run.ts'
import { endOnSignals } from './commands/signals.ts'

// Before the rest is read, which takes a moment.
endOnSignals()

// Who reads what a command prints may leave before it ends, as `head` does; the work goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Half of that moment is compiling, which is kept for the next command; without a place it is not kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/piecework'))

await runCommand(async () => {
  const { createProgram } = await import('./commands/program.ts')
  await createProgram().parseAsync()
})
