import { DayField } from './day-field.tsx'

type Days = { from: string | undefined; to: string | undefined }
type Props = Days & { onChange: (days: Days) => void }

/** From one day to another. By itself: a calendar is much to load for those who need none. */
export default function DayFields({ from, to, onChange }: Props) {
  return (
    <>
      <DayField label="From" value={from} onChange={(day) => onChange({ from: day, to })} />
      <DayField label="To" value={to} onChange={(day) => onChange({ from, to: day })} />
    </>
  )
}
