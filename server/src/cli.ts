import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { runCommand } from './commands/run.ts'
import { endOnSignals } from './commands/signals.ts'

// Runs before the remaining modules load, which takes a moment.
endOnSignals()

// Ignores a closed pipe: the reader of the output may exit early, as `head` does. The command
// continues.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

// Compiling is half of the start-up time, so its result is cached for the next command. Without a
// writable folder nothing is cached.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/piecework'))

await runCommand(async () => {
  const { createProgram } = await import('./commands/program.ts')
  await createProgram().parseAsync()
})
