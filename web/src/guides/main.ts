/** Script of the guides, which the service renders: it adds search, tabs and buttons to them. */
import { addCopyButtons } from './copy-buttons.ts'
import { addLanguageTabs } from './language-tabs.ts'
import { addSearch } from './search/add-search.ts'

addLanguageTabs()
addCopyButtons()
addSearch()
