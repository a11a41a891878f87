/**
 * The part of the package `@google/genai` that the documentation uses: its names and types, without
 * its provider.
 */

type UsageMetadata = {
  promptTokenCount?: number
  candidatesTokenCount?: number
  cachedContentTokenCount?: number
  thoughtsTokenCount?: number
  totalTokenCount?: number
}
type Response = {
  text: string | undefined
  candidates?: { finishReason?: string }[]
  usageMetadata?: UsageMetadata
}

type Request = { model: string; contents: string }

const WHOLE: Response = {
  text: 'Use the link.',
  candidates: [{ finishReason: 'STOP' }],
  usageMetadata: {
    promptTokenCount: 1200,
    candidatesTokenCount: 250,
    cachedContentTokenCount: 1024,
    thoughtsTokenCount: 100,
    totalTokenCount: 1550,
  },
}

async function* chunks(): AsyncGenerator<Response> {
  const usageMetadata = { promptTokenCount: 1200, candidatesTokenCount: 4, totalTokenCount: 1204 }
  yield { text: 'Use ', candidates: [{}], usageMetadata }
  yield { ...WHOLE, text: 'the link.' }
}

export class GoogleGenAI {
  readonly apiKey: string | undefined
  readonly models = {
    generateContent: async (_request: Request) => WHOLE,
    generateContentStream: async (_request: Request) => chunks(),
  }

  constructor({ apiKey }: { apiKey?: string }) {
    this.apiKey = apiKey
  }
}
