import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './pages.ts'

/**
 * Modules for programs in the documentation. The client comes from this checkout: an installed one
 * may be older, and this needs no build. The files in `sdks` stand in for the SDKs of model
 * providers and of OpenTelemetry.
 */
export const MODULES: Readonly<Record<string, string>> = {
  '@piecework/client': join(ROOT, 'client/src/index.ts'),
  '@anthropic-ai/sdk': join(import.meta.dirname, 'sdks/anthropic.ts'),
  '@opentelemetry/api': join(import.meta.dirname, 'sdks/opentelemetry.ts'),
  '@opentelemetry/instrumentation-openai': join(import.meta.dirname, 'sdks/opentelemetry.ts'),
  '@opentelemetry/sdk-node': join(import.meta.dirname, 'sdks/opentelemetry.ts'),
  '@google/genai': join(import.meta.dirname, 'sdks/google-genai.ts'),
  ai: join(import.meta.dirname, 'sdks/ai.ts'),
  openai: join(import.meta.dirname, 'sdks/openai.ts'),
}

/** Replaces the names of these modules in a program by their files. */
export function withModules(program: string): string {
  return program.replace(/(?<= from ')[^']+(?=')/g, (name) => {
    const path = MODULES[name]
    return path === undefined ? name : pathToFileURL(path).href
  })
}
