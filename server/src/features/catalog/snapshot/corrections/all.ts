import { ANTHROPIC_CORRECTIONS } from './anthropic.ts'
import type { Addition, Correction } from './correction.ts'
import { DEEPSEEK_ADDITIONS, DEEPSEEK_CORRECTIONS } from './deepseek.ts'
import { GOOGLE_ADDITIONS, GOOGLE_CORRECTIONS } from './google.ts'
import { HOST_ADDITIONS, HOST_CORRECTIONS } from './hosts.ts'
import { MISTRAL_ADDITIONS, MISTRAL_CORRECTIONS } from './mistral.ts'
import { OPENAI_CORRECTIONS } from './openai.ts'
import { OPENROUTER_ADDITIONS, OPENROUTER_CORRECTIONS } from './openrouter.ts'

export const CORRECTIONS: readonly Correction[] = [
  ...ANTHROPIC_CORRECTIONS,
  ...DEEPSEEK_CORRECTIONS,
  ...GOOGLE_CORRECTIONS,
  ...HOST_CORRECTIONS,
  ...MISTRAL_CORRECTIONS,
  ...OPENAI_CORRECTIONS,
  ...OPENROUTER_CORRECTIONS,
]

export const ADDITIONS: readonly Addition[] = [
  ...DEEPSEEK_ADDITIONS,
  ...GOOGLE_ADDITIONS,
  ...HOST_ADDITIONS,
  ...MISTRAL_ADDITIONS,
  ...OPENROUTER_ADDITIONS,
]
