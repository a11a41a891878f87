/** LiteLLM's price list as tokencost copied it, at one commit: what was published by that day. */
export const litellmAsOf = (commit: string) =>
  `https://github.com/AgentOps-AI/tokencost/commit/${commit}`

/** Simon Willison's price list, at one commit. */
export const llmPricesAsOf = (commit: string) =>
  `https://github.com/simonw/llm-prices/commit/${commit}`

/** The source's own list, at one commit: its history has prices that its newest list forgot. */
export const genaiPricesAsOf = (commit: string) =>
  `https://github.com/pydantic/genai-prices/commit/${commit}`
