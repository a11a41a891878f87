import { spawn } from 'node:child_process'

export type Part = { name: string; command: string }
export type Result = { name: string; isOk: boolean; seconds: number; output: string }

/**
 * Runs shell commands, `atOnce` at a time, and reports each result when the command ends. All
 * commands run, even if one fails.
 */
export async function runParts(
  parts: readonly Part[],
  { atOnce, onEnd }: { atOnce: number; onEnd: (result: Result) => void },
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = parts.entries()
  const runNext = async (): Promise<void> => {
    for (const [position, part] of waiting) {
      const result = await run(part)
      results[position] = result
      onEnd(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return results
}

function run({ name, command }: Part): Promise<Result> {
  const start = performance.now()
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (data) => output.push(data))
  child.stderr.on('data', (data) => output.push(data))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({
        name,
        isOk: code === 0,
        seconds: (performance.now() - start) / 1000,
        output: Buffer.concat(output).toString(),
      }),
    )
  })
}
