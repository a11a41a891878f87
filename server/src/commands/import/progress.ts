import { SingleBar } from 'cli-progress'

/** Progress display of an import. */
export type Progress = {
  start: (phase: string, total: number) => void
  update: (value: number) => void
  /** Shows a message, at most once every ten seconds. */
  note: (text: string) => void
  stop: () => void
}

const LINE_EVERY_MS = 5_000
const NOTE_EVERY_MS = 10_000

/** Shows a bar on a terminal; elsewhere, as in a log, a line every few seconds. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  const show = stream.isTTY ? createBar(stream) : createLines(stream)
  let notedAt = Number.NEGATIVE_INFINITY
  return {
    ...show,
    note: (text) => {
      if (performance.now() - notedAt < NOTE_EVERY_MS) return
      notedAt = performance.now()
      stream.write(`${stream.isTTY ? '\n' : ''}${text}\n`)
    },
  }
}

type Shown = Omit<Progress, 'note'>

function createBar(stream: NodeJS.WriteStream): Shown {
  let bar: SingleBar | undefined
  const stop = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    start: (phase, total) => {
      stop()
      const format = `${phase.padEnd(9)} {bar} {percentage}%  {value} of {total}  {eta_formatted} left`
      bar = new SingleBar({
        stream,
        format,
        barCompleteChar: '█',
        barIncompleteChar: '░',
        hideCursor: true,
        etaBuffer: 1_000,
        // The import handles the signal itself and then stops the bar.
        gracefulExit: false,
      })
      bar.start(total, 0)
    },
    update: (value) => bar?.update(value),
    stop,
  }
}

function createLines(stream: NodeJS.WriteStream): Shown {
  let phase = ''
  let total = 0
  let writtenAt = performance.now()
  return {
    start: (name, all) => {
      phase = name
      total = all
      writtenAt = performance.now()
    },
    update: (value) => {
      if (performance.now() - writtenAt < LINE_EVERY_MS) return
      writtenAt = performance.now()
      const percent = total === 0 ? 100 : Math.floor((100 * value) / total)
      stream.write(`${phase} ${percent}% (${value} of ${total})\n`)
    },
    stop: () => undefined,
  }
}
