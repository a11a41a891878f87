/** Height of the chart with its legend, which is reserved while it loads. */
export const GROWTH_HEIGHT = 254
