module sealane

go 1.19
