type Query = { data: { totalResults: number } | undefined; isPlaceholderData: boolean }

/** Returns true if nothing exists to list yet. Then a page has no filters, only its first action. */
export function isFirstUse({ data, isPlaceholderData }: Query, hasFilters: boolean): boolean {
  return !hasFilters && !isPlaceholderData && data?.totalResults === 0
}
