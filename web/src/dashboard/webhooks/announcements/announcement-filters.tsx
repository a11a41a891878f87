import { CUSTOMERS } from '../../../api/choices.ts'
import { chipsOf, rangeTexts } from '../../../ui/table/filters/chips.ts'
import { ChoiceSelect } from '../../../ui/table/filters/choice-select.tsx'
import { FilterBar } from '../../../ui/table/filters/filter-bar.tsx'
import { RangeFilter } from '../../../ui/table/filters/range-filter.tsx'
import { LazyPicker } from '../../pickers/lazy-picker.tsx'
import { useChoice } from '../../pickers/use-choice.ts'
import { TYPE_OPTIONS } from '../announcement-types.ts'
import { type AnnouncementsSearch, NO_FILTERS } from './announcements-search.ts'

type Props = {
  filters: AnnouncementsSearch
  onPick: (change: Partial<AnnouncementsSearch>) => void
}

export function AnnouncementFilters({ filters, onPick }: Props) {
  const { type, customerId, objectId, range, from, to } = filters
  const customer = useChoice(CUSTOMERS, customerId)
  const chips = chipsOf(
    {
      ...rangeTexts(filters),
      type: type && `Type: ${type}`,
      customerId: customer && `Customer: ${customer.name}`,
      objectId: objectId && `Object: …${objectId.slice(-6)}`,
    },
    onPick,
  )
  return (
    <FilterBar chips={chips} onClear={() => onPick(NO_FILTERS)} isSheetOnPhone>
      <RangeFilter range={range} from={from} to={to} any="Any date" onChange={onPick} />
      <ChoiceSelect
        label="Type"
        any="Any type"
        value={type}
        options={TYPE_OPTIONS}
        onChange={(chosen) => onPick({ type: chosen })}
      />
      <LazyPicker
        choices={CUSTOMERS}
        label="Customer"
        any="Any customer"
        value={customerId}
        onChange={(id) => onPick({ customerId: id })}
        w={180}
      />
    </FilterBar>
  )
}
