/** The used part of `fetch`. Compatible with the fetch of Node, Deno, Bun and undici. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

export type FetchInit = {
  method: string
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual'
}

export type FetchAnswer = {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  arrayBuffer(): Promise<ArrayBuffer>
}
