import { runCommand } from './commands/run.ts'
import { endOnSignals } from './commands/signals.ts'

// Before the rest is read, which takes a moment.
endOnSignals()

await runCommand(async () => {
  const { createProgram } = await import('./commands/program.ts')
  await createProgram().parseAsync()
})
