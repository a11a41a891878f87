/**
 * Returns the smallest of the indices 0 to `length - 1` for which `isAfter` is true; `length` if there is none. For all
 * indices after the first one, `isAfter` must be true as well.
 */
export function firstIndex(length: number, isAfter: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}
