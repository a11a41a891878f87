import { DayField } from './day-field.tsx'

type Days = { from: string | undefined; to: string | undefined }
type Props = Days & { onChange: (days: Days) => void }

/** A range of two days. A separate chunk, because the calendar is large and rarely needed. */
export default function DayFields({ from, to, onChange }: Props) {
  return (
    <>
      <DayField label="From" value={from} onChange={(day) => onChange({ from: day, to })} />
      <DayField label="To" value={to} onChange={(day) => onChange({ from, to: day })} />
    </>
  )
}
