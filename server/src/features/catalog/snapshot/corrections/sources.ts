/**
 * Returns the URL of LiteLLM's price list at a commit of tokencost, which shows what was published
 * by that day.
 */
export const litellmAsOf = (commit: string) =>
  `https://github.com/AgentOps-AI/tokencost/commit/${commit}`

/** Returns the URL of Simon Willison's price list at a commit. */
export const llmPricesAsOf = (commit: string) =>
  `https://github.com/simonw/llm-prices/commit/${commit}`

/**
 * Returns the URL of the source's own list at a commit; its history has prices that the latest list
 * lacks.
 */
export const genaiPricesAsOf = (commit: string) =>
  `https://github.com/pydantic/genai-prices/commit/${commit}`
