import { DayField } from './day-field.tsx'

type Days = { from: string | undefined; to: string | undefined }
type Props = Days & { onChange: (days: Days) => void; w?: string }

/** A range of two days. A separate chunk, because the calendar is large and rarely needed. */
export default function DayFields({ from, to, onChange, ...width }: Props) {
  return (
    <>
      <DayField
        label="From"
        value={from}
        onChange={(day) => onChange({ from: day, to })}
        {...width}
      />
      <DayField label="To" value={to} onChange={(day) => onChange({ from, to: day })} {...width} />
    </>
  )
}
