import { embed, generateText, jsonSchema, streamText, tool } from 'ai4'
import { createAnthropic } from 'anthropic1'
import { createOpenAI } from 'openai1'
import { aiSdkCases } from '../ai-sdk.mjs'

export function cases(collector) {
  return aiSdkCases(collector, {
    sdk: { embed, generateText, streamText, tool, jsonSchema },
    createOpenAI,
    createAnthropic,
  })
}
