/** A span of a trace. Spans are identified by any text that is unique in the trace. */
export type LinkedSpan = {
  spanId: string
  parentSpanId: string | null
  /** True if it has usage; of a recorded span: if its usage was counted. */
  isCounted: boolean
  isRecorded: boolean
}

/**
 * Returns the spans without a record whose usage counts. Frameworks put the sum of the calls on the
 * spans around them, so of a path to the root only one usage counts: that of the lowest span, or the
 * one that is recorded already. Each span is visited a bounded number of times. Of spans whose
 * parents form a circle, the first one counts as a root.
 */
export function countedSpans(spans: readonly LinkedSpan[]): Set<string> {
  const parents = parentIndexes(spans)
  const hasUsageBelow = new Array<boolean>(spans.length).fill(false)
  spans.forEach(({ isCounted }, index) => {
    if (!isCounted) return
    let above = parents[index] ?? NONE
    while (above !== NONE && !hasUsageBelow[above]) {
      hasUsageBelow[above] = true
      above = parents[above] ?? NONE
    }
  })
  const isCovered = coveredBy(
    parents,
    spans.map(({ isCounted, isRecorded }) => isCounted && isRecorded),
  )
  const counted = spans.filter(
    ({ isCounted, isRecorded }, index) =>
      isCounted && !isRecorded && !hasUsageBelow[index] && !isCovered[index],
  )
  return new Set(counted.map(({ spanId }) => spanId))
}

const NONE = -1

/** Returns the index of each span's parent, without circles. */
function parentIndexes(spans: readonly LinkedSpan[]): number[] {
  const places = new Map(spans.map(({ spanId }, index) => [spanId, index]))
  const parents = spans.map(({ parentSpanId }) =>
    parentSpanId === null ? NONE : (places.get(parentSpanId) ?? NONE),
  )
  /** The walk that visited a span; a walk that meets itself is a circle. */
  const visits = new Array<number>(spans.length).fill(NONE)
  for (let start = 0; start < spans.length; start += 1) {
    let at = start
    while (at !== NONE && visits[at] === NONE) {
      visits[at] = start
      at = parents[at] ?? NONE
    }
    if (at !== NONE && visits[at] === start) parents[at] = NONE
  }
  return parents
}

/** Returns for each span if any span above it is marked. */
function coveredBy(parents: readonly number[], isMarked: readonly boolean[]): boolean[] {
  const isCovered = new Array<boolean | undefined>(parents.length)
  for (let start = 0; start < parents.length; start += 1) {
    const path: number[] = []
    let at = start
    while (at !== NONE && isCovered[at] === undefined) {
      path.push(at)
      at = parents[at] ?? NONE
    }
    let covers = at !== NONE && (isCovered[at] === true || isMarked[at] === true)
    for (const index of path.toReversed()) {
      isCovered[index] = covers
      covers ||= isMarked[index] === true
    }
  }
  return isCovered.map((one) => one === true)
}
