/** Replaces what `pattern` matches in a value; `$1` in the replacement is its first group. */
export type Rule = { pattern: RegExp; replacement: string }

export type Rules = {
  rules: readonly Rule[]
  /** Replaces a value that no rule matches. Undefined leaves it unchanged. */
  otherwise: string | undefined
}

export const NO_RULES: Rules = { rules: [], otherwise: undefined }

/** Applies the first rule that matches. */
export function applyRules(value: string, { rules, otherwise }: Rules): string {
  for (const { pattern, replacement } of rules) {
    if (pattern.test(value)) return value.replace(pattern, replacement)
  }
  return otherwise ?? value
}
