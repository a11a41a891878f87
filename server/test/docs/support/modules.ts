import { join } from 'node:path'
import { ROOT } from './pages.ts'

/**
 * What programs of the documentation import. The client is the one of this checkout: what is installed may be
 * older, and nothing has to be built. The SDKs of model providers are played by the files in `sdks`.
 */
export const MODULES: Readonly<Record<string, string>> = {
  '@piecework/client': join(ROOT, 'client/src/index.ts'),
  '@anthropic-ai/sdk': join(import.meta.dirname, 'sdks/anthropic.ts'),
  '@google/genai': join(import.meta.dirname, 'sdks/google-genai.ts'),
  ai: join(import.meta.dirname, 'sdks/ai.ts'),
  openai: join(import.meta.dirname, 'sdks/openai.ts'),
}
