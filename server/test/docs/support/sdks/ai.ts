/**
 * The part of the package `ai` that the documentation uses: its names and types, without its
 * provider.
 */

type Usage = {
  inputTokens: number | undefined
  outputTokens: number | undefined
  inputTokenDetails: {
    noCacheTokens: number | undefined
    cacheReadTokens: number | undefined
    cacheWriteTokens: number | undefined
  }
  totalTokens: number | undefined
}
type Finished = { text: string; usage: Usage; totalUsage: Usage; steps: { usage: Usage }[] }

type Request = { model: string; prompt: string }

const usageOf = (inputTokens: number, cacheReadTokens: number, outputTokens: number): Usage => {
  const noCacheTokens = inputTokens - cacheReadTokens
  const inputTokenDetails = { noCacheTokens, cacheReadTokens, cacheWriteTokens: 0 }
  return { inputTokens, inputTokenDetails, outputTokens, totalTokens: inputTokens + outputTokens }
}

/** A result of two steps: `usage` is that of the last one. */
const FINISHED: Finished = {
  text: 'Use the link.',
  steps: [{ usage: usageOf(500, 0, 50) }, { usage: usageOf(700, 512, 300) }],
  usage: usageOf(700, 512, 300),
  totalUsage: usageOf(1200, 512, 350),
}

export async function generateText(_request: Request): Promise<Finished> {
  return FINISHED
}

export function streamText({
  onFinish,
}: Request & { onFinish?: (event: Finished) => void | Promise<void> }) {
  const ended = Promise.resolve(FINISHED).then(async (event) => {
    await onFinish?.(event)
    return event
  })
  return {
    textStream: words(),
    usage: ended.then(({ usage }) => usage),
    totalUsage: ended.then(({ totalUsage }) => totalUsage),
  }
}

async function* words(): AsyncGenerator<string> {
  yield 'Use '
  yield 'the link.'
}
