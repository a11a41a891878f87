import { embed, generateText, jsonSchema, streamText, tool } from 'ai5'
import { createAnthropic } from 'anthropic2'
import { createGoogleGenerativeAI } from 'google2'
import { createOpenAI } from 'openai2'
import { aiSdkCases } from '../ai-sdk.mjs'

export function cases(collector) {
  return aiSdkCases(collector, {
    sdk: { embed, generateText, streamText, tool, jsonSchema },
    createOpenAI,
    createAnthropic,
    createGoogle: createGoogleGenerativeAI,
  })
}
