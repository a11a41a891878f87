import { differences, textDifferences } from './compare.ts'
import { exampleBlocks, LANGUAGES, type Language, programOf } from './examples.ts'
import type { PageService } from './page-service.ts'
import { type Block, placeOf } from './pages.ts'
import { openPython, openTypeScript, type Program } from './programs.ts'
import { hasPython, runPython } from './python.ts'
import type { Answered } from './shell.ts'
import { runProgram } from './typescript.ts'

/** Address in the programs of the pages; commands are led elsewhere by the shell. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080'
const RUN: string[] = ['sh', 'sql', 'ts', ...(hasPython ? ['python'] : [])]

export const isRun = ({ kind, note }: Block) => RUN.includes(kind) && note === ''

/** Languages in which a page runs: each of its examples has all of them, if it has examples. */
export function languagesOf(blocks: readonly Block[]): Language[] {
  if (exampleBlocks(blocks).size === 0) return ['sh']
  return LANGUAGES.filter((language) => RUN.includes(language))
}

/** Returns the answer shown right below a block of commands, a program or an example. */
export function answerBelow(blocks: readonly Block[], index: number): Block | undefined {
  const block = blocks[index]
  if (!block || !isRun(block) || block.kind === 'sql') return undefined
  const examples = exampleBlocks(blocks)
  const isSameExample = (one: Block) => examples.has(block) && examples.has(one) && one.isBelowBlock
  const next = blocks.slice(index + 1).find((one) => !isSameExample(one))
  return next?.note === '' && (next.kind === 'json' || next.kind === 'text') ? next : undefined
}

/**
 * Runs the blocks of a page in order, its examples in one language, and returns where the output
 * differs from the one shown. A block that fails is the last one.
 */
export async function runPage(
  service: PageService,
  blocks: readonly Block[],
  language: Language = 'sh',
): Promise<string[]> {
  const problems: string[] = []
  const examples = exampleBlocks(blocks)
  const program = await openExamples(service, blocks, language)
  try {
    for (const [index, block] of blocks.entries()) {
      if (!isRun(block) || (examples.has(block) && block.kind !== language)) continue
      const shown = answerBelow(blocks, index)
      const answered = examples.has(block) ? program : undefined
      try {
        const found = await runBlock(service, block, { shown, program: answered })
        problems.push(...found.map((problem) => `${placeOf(shown ?? block)} ${problem}`))
      } catch (error) {
        return [...problems, `${placeOf(block)} in ${language}: ${String(error)}`]
      }
    }
  } finally {
    await program?.close()
  }
  return problems
}

/** Starts the program of a page's examples; the shell needs none. */
async function openExamples(
  { filledIn, folder, url }: PageService,
  blocks: readonly Block[],
  language: Language,
): Promise<Program | undefined> {
  if (language === 'sh') return undefined
  const texts = programOf(blocks, language).map(({ text }) =>
    filledIn(text).replaceAll(EXAMPLE_ADDRESS, url),
  )
  const open = language === 'python' ? openPython : openTypeScript
  return open(texts, { folder, env: {} })
}

type Run = { shown: Block | undefined; program: Program | undefined }

async function runBlock(
  service: PageService,
  { kind, text }: Block,
  { shown, program }: Run,
): Promise<string[]> {
  if (kind === 'sql') {
    await service.database.pool.query(text)
    return []
  }
  const answered = program
    ? { output: await program.run(), refusals: [] }
    : await answerOf(service, { kind, text })
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
