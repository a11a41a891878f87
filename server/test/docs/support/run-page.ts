import { differences, textDifferences } from './compare.ts'
import type { PageService } from './page-service.ts'
import { type Block, placeOf } from './pages.ts'
import { hasPython, runPython } from './python.ts'
import type { Answered } from './shell.ts'
import { runProgram } from './typescript.ts'

const RUN = ['sh', 'sql', 'ts', ...(hasPython ? ['python'] : [])]

export const isRun = ({ kind, note }: Block) => RUN.includes(kind) && note === ''

/** Returns the answer shown right below a block of commands or a program. */
export function answerBelow(blocks: readonly Block[], index: number): Block | undefined {
  const [block, next] = [blocks[index], blocks[index + 1]]
  const isAnswer = next?.note === '' && (next.kind === 'json' || next.kind === 'text')
  return block && isRun(block) && block.kind !== 'sql' && isAnswer ? next : undefined
}

/** Runs the blocks of a page in order and returns where the output differs from the one shown. */
export async function runPage(service: PageService, blocks: readonly Block[]): Promise<string[]> {
  const problems: string[] = []
  for (const [index, block] of blocks.entries()) {
    if (!isRun(block)) continue
    try {
      const shown = answerBelow(blocks, index)
      const found = await runBlock(service, block, shown)
      problems.push(...found.map((problem) => `${placeOf(shown ?? block)} ${problem}`))
    } catch (error) {
      return [...problems, `${placeOf(block)} ${String(error)}`]
    }
  }
  return problems
}

async function runBlock(
  service: PageService,
  { kind, text }: Block,
  shown: Block | undefined,
): Promise<string[]> {
  if (kind === 'sql') {
    await service.database.pool.query(text)
    return []
  }
  const answered = await answerOf(service, { kind, text })
  return [...refusalsNotShown(answered, shown), ...(shown ? differencesFrom(shown, answered) : [])]
}

async function answerOf(service: PageService, { kind, text }: Pick<Block, 'kind' | 'text'>) {
  const { shell, filledIn, folder, url, organization } = service
  if (kind === 'sh') return shell.run(filledIn(text))
  const env = { PIECEWORK_API_KEY: organization.secretKey, PIECEWORK_BASE_URL: url }
  const run = kind === 'python' ? runPython : runProgram
  return { output: await run(filledIn(text), folder, env), refusals: [] }
}

/** An error shown on the page is intended; any other error is a mistake of the page. */
function refusalsNotShown({ refusals, output }: Answered, shown: Block | undefined): string[] {
  return refusals
    .filter((status) => !shown?.text.includes(`"statusCode": ${status}`))
    .map((status) => `a request was refused with ${status}: ${output}`)
}

function differencesFrom({ kind, text }: Block, { output }: Answered): string[] {
  if (kind === 'text') return textDifferences(text, output)
  try {
    return differences(JSON.parse(text), JSON.parse(output))
  } catch (error) {
    return [`${String(error)} in: ${output}`]
  }
}
